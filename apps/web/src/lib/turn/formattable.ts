/** Formatting a longer text would block the page. */
const longest = 20_000
const mostLines = 1_000
/** Marks of emphasis, links and footnotes: each is matched against all before it. */
const mostSigns = 2_000
/** Nested quotes and lists, on one line or by indent: each level costs more than all before it. */
const deep = /^[ \t]*(?:(?:[>*+-]|\d{1,9}[.)])[ \t]*){20}|^[ \t]{40}[ \t]*(?:[>*+-]|\d{1,9}[.)])/m

/**
 * Whether a text may be formatted as Markdown; model output that would block the page is shown unformatted. A pure
 * function.
 */
export function isFormattable(text: string): boolean {
  if (text.length > longest || count(text, /\n/g) > mostLines || count(text, /[*_~[\]]/g) > mostSigns) return false
  return !deep.test(text.replaceAll(/^[ \t]*(?:[*_-][ \t]*){3,}$/gm, ''))
}

function count(text: string, sign: RegExp): number {
  return text.match(sign)?.length ?? 0
}
