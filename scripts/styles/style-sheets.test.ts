import { readFileSync, readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { compile } from 'tailwindcss'
import { expect, test } from 'vitest'
import { sourceFiles } from '../lint/read-imports.ts'
import { classesOf, usesOf } from './read-classes.ts'

const root = 'apps/web/src'
/** The app's tokens, base styles, and prose. */
const designSheets = ['base', 'index', 'prose', 'theme', 'tokens'].map((name) => `${root}/styles/${name}.css`)
const publicPages = `${root}/public-pages/`

/** Set by `public/theme.js`, before the page's own script runs. */
const setByScript = new Set(['has-script'])

const read = (path: string): string => readFileSync(path, 'utf8')

const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => posix.join(root, name.replaceAll('\\', '/')))
  .filter((path) => path.endsWith('.css'))
const globalNames = new Set(sheets.flatMap((path) => classesOf(read(path))))
const files = sourceFiles('.', root).map((path) => ({ path, uses: usesOf(path, read(path), globalNames) }))

test('reads the classes of selectors, and leaves out numbers, comments, and conditions', () => {
  const css = `/* .no */ @import './a.css'; @media (width < 1.5px) { .row > .cell:has(.mark) { margin: 0.5em } }
    .row:not(.icon) { color: red } @keyframes turn { 0.5% { opacity: 0 } }`
  expect(classesOf(css)).toEqual(['row', 'cell', 'mark', 'icon'])
})

test('reads the classes that a component uses', () => {
  const source = `
    const looks = { good: 'text-success', bad: 'unknown' }
    const list = <ul className="grow meta" id="meta-list">
      <li className={cn('badge', isNew ? 'fresh' : \`badge-\${tone}\`, kind === 'old' && 'old')} />
    </ul>`
  expect(usesOf('list.tsx', source, new Set(['text-success']))).toEqual({
    plain: ['text-success', 'grow', 'meta', 'badge', 'fresh', 'old'],
    prefixes: ['badge-'],
  })
})

test('the app has no style sheets except the design system’s and those of the public pages', () => {
  expect(sheets.filter((path) => !designSheets.includes(path) && !path.startsWith(publicPages))).toEqual([])
})

test('the only global class of the app is the one of prose', () => {
  expect(designSheets.flatMap((path) => classesOf(read(path)))).toEqual(['prose'])
})

test('no class has a name of fewer than four letters', () => {
  const short = sheets.flatMap((sheet) =>
    classesOf(read(sheet))
      .filter((name) => name.length < 4)
      .map((name) => `${sheet}: .${name}`),
  )
  expect(short).toEqual([])
})

test('every class of a style sheet is used', () => {
  const used = new Set(files.flatMap(({ uses }) => uses.plain))
  const prefixes = files.flatMap(({ uses }) => uses.prefixes)
  const unused = [...globalNames].filter(
    (name) => !used.has(name) && !prefixes.some((prefix) => name.startsWith(prefix)) && !setByScript.has(name),
  )
  expect(unused).toEqual([])
})

test('every class that a component uses is one of a style sheet or of Tailwind', async () => {
  const used = files.flatMap(({ path, uses }) => [...new Set(uses.plain)].map((name) => ({ path, name })))
  const known = await utilitiesAmong(used.map(({ name }) => name))
  expect(used.filter(({ name }) => !globalNames.has(name) && !known.has(name))).toEqual([])
})

/** Returns those of the names that are utilities of Tailwind with the theme of the app. */
async function utilitiesAmong(names: string[]): Promise<Set<string>> {
  const blocks = read(`${root}/styles/theme.css`).match(/^@(?:theme|utility|custom-variant) [\s\S]*?\n\}/gm) ?? []
  const theme = blocks.join('\n')
  const tailwind = await compile(`${read('node_modules/tailwindcss/theme.css')}\n${theme}\n@tailwind utilities;`)
  return new Set(classesOf(tailwind.build(names)))
}
