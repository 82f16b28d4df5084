import { expect, it } from 'vitest'
import { coversText, embedFonts, fontFileOf } from './embed-fonts.ts'

it('checks by its range whether a font file has a letter of a text', () => {
  expect(coversText('U+0000-00FF, U+2000-206F', 'revenue')).toBe(true)
  expect(coversText('U+0400-045F,U+2116', 'revenue')).toBe(false)
  expect(coversText('U+0400-045F,U+2116', 'выручка')).toBe(true)
  expect(coversText('U+2116', '№')).toBe(true)
  expect(coversText('U+26??', '☃')).toBe(true)
  expect(coversText('', 'anything')).toBe(true)
})

it('resolves the address of a font file relative to its style sheet', () => {
  const sheet = 'https://shop.example/assets/index.css'
  expect(fontFileOf('url("./a.woff2") format("woff2-variations")', sheet)).toBe('https://shop.example/assets/a.woff2')
  expect(fontFileOf('url(/assets/a.woff2)', sheet)).toBe('https://shop.example/assets/a.woff2')
  expect(fontFileOf('local("Arial")', sheet)).toBeNull()
})

const faces = [
  { family: 'Inter Variable', weight: '100 900', style: 'normal', range: 'U+0000-00FF', file: 'latin' },
  { family: 'Inter Variable', weight: '100 900', style: 'normal', range: 'U+0400-045F', file: 'cyrillic' },
]
const svg = (text: string) => `<svg width="2"><text style="font-family:Inter Variable">${text}</text></svg>`

it('embeds only the font files that a drawing needs', async () => {
  const asked: string[] = []
  const load = async (file: string) => {
    asked.push(file)
    return `data:font/woff2;base64,${file}`
  }
  const drawing = await embedFonts(svg('Sales'), faces, load)
  expect(asked).toEqual(['latin'])
  expect(drawing).toMatch(/^<svg width="2"><style>@font-face\{.*font-family:"Inter Variable".*base64,latin.*<\/style>/)
  await embedFonts(svg('Выручка'), faces, load)
  expect(asked).toEqual(['latin', 'cyrillic'])
})

it('leaves a drawing unchanged if a font is unavailable', async () => {
  const refused = () => Promise.reject(new TypeError('offline'))
  expect(await embedFonts(svg('Sales'), faces, refused)).toBe(svg('Sales'))
})
