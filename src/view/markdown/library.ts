/** dist/markdown.cjs: what inline.ts needs of @lezer/markdown, read once the host has greeted. */
export { Autolink, parser, Strikethrough } from "@lezer/markdown";
