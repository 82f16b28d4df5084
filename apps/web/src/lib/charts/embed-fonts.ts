/** A font file of the page, as described in its style sheet. */
export interface FontFace {
  family: string
  weight: string
  style: string
  /** Its characters as a `unicode-range`; empty for all. */
  range: string
  /** Its address. */
  file: string
}

/** The fonts from the page's own style sheets. */
export function pageFonts(family: string): FontFace[] {
  return [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].flatMap((rule) => {
      if (!(rule instanceof CSSFontFaceRule)) return []
      const read = (name: string) => rule.style.getPropertyValue(name)
      const file = fontFileOf(read('src'), sheet.href ?? document.baseURI)
      if (file === null || unquoted(read('font-family')) !== family) return []
      return [{ family, weight: read('font-weight'), style: read('font-style'), range: read('unicode-range'), file }]
    }),
  )
}

/**
 * A drawing with the font files that its letters need, because a picture cannot use the page's fonts. If a font is
 * unavailable, the drawing still names it, and the next font is used.
 * @param load loads a font file as a data URL
 */
export async function embedFonts(
  svg: string,
  fonts: FontFace[],
  load: (file: string) => Promise<string> = dataUrlOf,
): Promise<string> {
  const text = svg.replaceAll(/<[^<>]*>/g, ' ')
  const needed = fonts.filter(({ range }) => coversText(range, text))
  const rules = await Promise.all(needed.map(async (font) => ruleOf(font, await load(font.file)))).catch(
    (): string[] => [],
  )
  return rules.length === 0 ? svg : svg.replace(/<svg\b[^>]*>/, (tag) => `${tag}<style>${rules.join('')}</style>`)
}

/** Whether a `unicode-range` has a character of the text other than the space. */
export function coversText(range: string, text: string): boolean {
  if (range.trim() === '') return true
  const spans = range.split(',').map(spanOf)
  for (const character of new Set(text)) {
    const code = character.codePointAt(0) ?? 0
    if (code > 0x20 && spans.some(([from, to]) => code >= from && code <= to)) return true
  }
  return false
}

/** The address of the first file of a `src`; null if there is none. */
export function fontFileOf(source: string, base: string): string | null {
  const address = /url\(\s*["']?([^"')\s]+)["']?\s*\)/.exec(source)?.[1]
  return address === undefined ? null : new URL(address, base).href
}

/** `U+0041`, `U+0000-00FF` or `U+26??`. */
function spanOf(range: string): [number, number] {
  const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-')
  return [Number.parseInt(from.replaceAll('?', '0'), 16), Number.parseInt(to.replaceAll('?', 'F'), 16)]
}

function ruleOf({ family, weight, style, range }: FontFace, url: string): string {
  const parts = [
    `font-family:"${family}"`,
    `font-weight:${weight}`,
    `font-style:${style}`,
    `src:url("${url}")`,
    ...(range === '' ? [] : [`unicode-range:${range}`]),
  ]
  return `@font-face{${parts.join(';')}}`
}

function unquoted(name: string): string {
  return name.trim().replaceAll(/^["']|["']$/g, '')
}

async function dataUrlOf(file: string): Promise<string> {
  const response = await fetch(file)
  if (!response.ok) throw new TypeError(`no font: ${response.status}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCodePoint(byte)
  return `data:font/woff2;base64,${btoa(binary)}`
}
