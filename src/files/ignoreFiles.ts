/** dist/ignore.cjs: what walk.ts needs to read ignore files, which only a folder without git has it do. */
export { default, type Ignore } from "ignore";
