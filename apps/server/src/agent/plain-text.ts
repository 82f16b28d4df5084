/** Text without markup or invisible letters, like most cells. */
const plain = /^[A-Za-z0-9 \n.,:;()/+'"#@?!%$-]*$/

/** A Markdown text as a reader sees it: no invisible letters, no markup inside numbers, ASCII digits. */
export function asRead(text: string): string {
  if (plain.test(text)) return text
  return asciiDigits(
    decodeEntities(text)
      .normalize('NFKC')
      .replaceAll(/\p{Cf}|\p{M}/gu, '')
      .replaceAll(/<\/?[a-z][^<>]{0,200}>/gi, ''),
  )
    .replaceAll(/(?<=[\d.,])[*_~`\\]+(?=[\d.,])/g, '')
    .replaceAll('٬', ',')
    .replaceAll('٫', '.')
    .replaceAll(/[−‒–—](?=\s?\d)/g, '-')
}

const lookBack = 40

/** The text right before a position. It is short, so patterns anchored to its end don't get slower with the text. */
export function textBefore(text: string, at: number): string {
  // The letter prevents a word that is cut here from looking like a whole one.
  return at <= lookBack ? text.slice(0, at) : `x${text.slice(at - lookBack, at)}`
}

function decodeEntities(text: string): string {
  return text
    .replaceAll(/&#(\d{1,7});/g, (written, code: string) => codePoint(Number(code), written))
    .replaceAll(/&#x([\da-f]{1,6});/gi, (written, code: string) => codePoint(Number.parseInt(code, 16), written))
    .replaceAll(/&(?:nbsp|thinsp|ensp|emsp);/g, ' ')
    .replaceAll(/&(?:zwj|zwnj|shy|ZeroWidthSpace);/g, '')
}

function codePoint(code: number, written: string): string {
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : written
}

/** The digits of every script form a row of ten, starting at zero. */
function asciiDigits(text: string): string {
  return text.replaceAll(/(?![0-9])\p{Nd}/gu, (letter) => {
    const code = letter.codePointAt(0) ?? 0
    let value = 0
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
    return String(value)
  })
}
