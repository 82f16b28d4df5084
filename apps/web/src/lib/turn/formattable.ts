/** Beyond these the formatting of a text would hold up the page. */
const longest = 20_000
const mostLines = 1_000
/** Signs of emphasis, links and footnotes: each is tried with all before it. */
const mostSigns = 2_000
/** Quotes and lists inside of each other, on one line or by their indent: each level costs more than all before it. */
const deep = /^[ \t]*(?:(?:[>*+-]|\d{1,9}[.)])[ \t]*){20}|^[ \t]{40}[ \t]*(?:[>*+-]|\d{1,9}[.)])/m

/** Whether a text may be formatted as Markdown; what a model writes to hold up the page is shown as it is. Pure. */
export function isFormattable(text: string): boolean {
  if (text.length > longest || count(text, /\n/g) > mostLines || count(text, /[*_~[\]]/g) > mostSigns) return false
  return !deep.test(text.replaceAll(/^[ \t]*(?:[*_-][ \t]*){3,}$/gm, ''))
}

function count(text: string, sign: RegExp): number {
  return text.match(sign)?.length ?? 0
}
