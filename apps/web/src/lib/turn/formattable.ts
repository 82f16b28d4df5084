/** Beyond it the formatting of a text would hold up the page. */
const longest = 20_000
/** Quotes and lists inside of each other on one line: each level costs more than all before it. */
const deep = /^[ \t]*(?:(?:[>*+-]|\d{1,9}[.)])[ \t]*){20}/m

/** Whether a text may be formatted as Markdown; what a model writes to hold up the page is shown as it is. Pure. */
export function isFormattable(text: string): boolean {
  return text.length <= longest && !deep.test(text.replaceAll(/^[ \t]*(?:[*_-][ \t]*){3,}$/gm, ''))
}
