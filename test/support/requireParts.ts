/** vitest's global set-up of the projects that run on real parts. */
export { requireParts as default } from "./paths";
