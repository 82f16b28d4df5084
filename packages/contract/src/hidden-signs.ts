/**
 * Invisible characters that change how a text reads: controls, direction overrides and marks, zero-width spaces, and tags
 * outside of a flag. The joiners that emoji and many scripts need are not among them.
 */
const hiddenSigns =
  /(?![\t\n\r])\p{Cc}|[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0001}\u{E0020}-\u{E007F}]/u
const flagsAndHiddenSigns =
  /\u{1F3F4}[\u{E0020}-\u{E007F}]+|(?![\t\n\r])\p{Cc}|[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0001}\u{E0020}-\u{E007F}]/gu
const flag = '\u{1F3F4}'

/** They don't reverse text, and ordinary right-to-left text can need them. */
const directionMarks = new Set(['\u061C', '\u200E', '\u200F'])
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** @returns a text from a database or a model, with a visible character for each deceptive one */
export function visibleText(text: string): string {
  return replaceHidden(text, () => '\uFFFD')
}

/** @returns the text without deceptive characters, for use inside a sentence */
export function withoutHiddenSigns(text: string): string {
  return replaceHidden(text, () => '')
}

/** Where a position of a text is after `withoutHiddenSigns`. */
export function positionWithoutHiddenSigns(text: string, position: number): number {
  let removed = 0
  replaceHidden(text, (sign, at) => {
    if (at < position) removed += sign.length
    return ''
  })
  return position - removed
}

function replaceHidden(text: string, by: (sign: string, at: number) => string): string {
  if (!hiddenSigns.test(text)) return text
  const keepsMarks = rightToLeft.test(text)
  const isKept = (sign: string) => sign.startsWith(flag) || (keepsMarks && directionMarks.has(sign))
  return text.replaceAll(flagsAndHiddenSigns, (sign, at: number) => (isKept(sign) ? sign : by(sign, at)))
}
