/**
 * Characters that no one sees and that change how a text reads: controls, signs that turn the direction, marks, spaces of
 * no width, tags outside of a flag. The joiners that emoji and many scripts need are none of them.
 */
const hiddenSigns =
  /(?![\t\n\r])\p{Cc}|[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0001}\u{E0020}-\u{E007F}]/u
const flagsAndHiddenSigns =
  /\u{1F3F4}[\u{E0020}-\u{E007F}]+|(?![\t\n\r])\p{Cc}|[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0001}\u{E0020}-\u{E007F}]/gu
const flag = '\u{1F3F4}'

/** They turn nothing round, and honest right-to-left text may need them. */
const directionMarks = new Set(['\u061C', '\u200E', '\u200F'])
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** A text from a database or a model for a line of its own, with a sign to be seen for each that could deceive. */
export function visibleText(text: string): string {
  return replaceHidden(text, '\uFFFD')
}

/** The same for a sentence: without them. */
export function withoutHiddenSigns(text: string): string {
  return replaceHidden(text, '')
}

function replaceHidden(text: string, by: string): string {
  if (!hiddenSigns.test(text)) return text
  const keepsMarks = rightToLeft.test(text)
  const isKept = (sign: string) => sign.startsWith(flag) || (keepsMarks && directionMarks.has(sign))
  return text.replaceAll(flagsAndHiddenSigns, (sign) => (isKept(sign) ? sign : by))
}
