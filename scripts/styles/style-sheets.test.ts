import { readFileSync, readdirSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { compile } from 'tailwindcss'
import { expect, test } from 'vitest'
import { sourceFiles } from '../lint/read-imports.ts'
import { leftGlobalClasses, leftModules } from './leftovers.ts'
import { classesOf, usesOf } from './read-classes.ts'

const root = 'apps/web/src'
const publicPages = `${root}/public-pages`
/** The only style sheets whose classes are global: the design system's, and those of the public pages. */
const globalFolders = [`${root}/styles/`, `${publicPages}/`]

/** Set by `public/theme.js`, before the page's own script runs. */
const setByScript = new Set(['has-script'])

const read = (path: string): string => readFileSync(path, 'utf8')

const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => posix.join(root, name.replaceAll('\\', '/')))
  .filter((path) => path.endsWith('.css'))
const modules = sheets.filter((path) => path.endsWith('.module.css'))
const globals = sheets.filter((path) => !path.endsWith('.module.css'))
const globalNames = new Set(globals.flatMap((path) => classesOf(read(path))))
const files = sourceFiles('.', root).map((path) => ({ path, uses: usesOf(path, read(path), globalNames) }))

const localNames = (sheet: string): string[] => classesOf(read(sheet)).filter((name) => !name.startsWith(':global '))
const sheetOf = (path: string, specifier: string): string => posix.join(dirname(path), specifier)
const localUses = files.flatMap(({ path, uses }) =>
  uses.local.map(({ sheet, key }) => ({ path, sheet: sheetOf(path, sheet), key })),
)

test('reads the classes of selectors, and leaves out numbers, comments, and conditions', () => {
  const css = `/* .no */ @import './a.css'; @media (width < 1.5px) { .row > .cell:has(.mark) { margin: 0.5em } }
    .row:not(:global(.icon)) { color: red } @keyframes turn { 0.5% { opacity: 0 } }`
  expect(classesOf(css)).toEqual(['row', 'cell', 'mark', ':global icon'])
})

test('reads the classes that a component uses', () => {
  const source = `
    import styles from './list.module.css'
    const looks = { good: 'text-success', bad: 'unknown' }
    const list = <ul className="grow meta" id="meta-list">
      <li className={cn('badge', isNew ? styles.fresh : \`badge-\${tone}\`, kind === 'old' && styles.old)} />
    </ul>`
  expect(usesOf('list.tsx', source, new Set(['text-success']))).toEqual({
    plain: ['text-success', 'grow', 'meta', 'badge'],
    prefixes: ['badge-'],
    local: [
      { sheet: './list.module.css', key: 'fresh' },
      { sheet: './list.module.css', key: 'old' },
    ],
    sheets: ['./list.module.css'],
  })
})

test('every style sheet outside the design system and the public pages is a module', () => {
  expect(globals.filter((path) => !globalFolders.some((folder) => path.startsWith(folder)))).toEqual([])
})

test('no CSS module is new', () => {
  expect(modules.filter((path) => !leftModules.includes(path))).toEqual([])
})

test('the style sheets of the design system get no new global class', () => {
  const own = globals.filter((path) => path.startsWith(`${root}/styles/`) && !path.endsWith('/prose.css'))
  const names = new Set(own.flatMap((path) => classesOf(read(path))))
  expect([...names].filter((name) => !leftGlobalClasses.includes(name))).toEqual([])
})

test('no screen imports the style sheet of another screen', () => {
  const screenOf = (path: string) => /\/screens\/([^/]+)\//.exec(path)?.[1]
  const wrong = files.flatMap(({ path, uses }) =>
    uses.sheets
      .map((sheet) => sheetOf(path, sheet))
      .filter((sheet) => screenOf(sheet) !== undefined && screenOf(sheet) !== screenOf(path))
      .map((sheet) => `${path} imports ${sheet}`),
  )
  expect(wrong).toEqual([])
})

test('no class has a name of fewer than four letters', () => {
  const short = sheets.flatMap((sheet) =>
    classesOf(read(sheet))
      .map((name) => name.replace(':global ', ''))
      .filter((name) => name.length < 4)
      .map((name) => `${sheet}: .${name}`),
  )
  expect(short).toEqual([])
})

test('every key of a module that a component uses is a class of the module', () => {
  const missing = localUses.filter(({ sheet, key }) => !localNames(sheet).includes(key))
  expect(missing).toEqual([])
})

test('every class of a module is used', () => {
  const unused = modules.flatMap((sheet) => {
    const used = new Set(localUses.filter((use) => use.sheet === sheet).map(({ key }) => key))
    return localNames(sheet)
      .filter((name) => !used.has(name))
      .map((name) => `${sheet}: .${name}`)
  })
  expect(unused).toEqual([])
})

test('every class of the design system and the public pages is used', () => {
  const used = new Set(files.flatMap(({ uses }) => uses.plain))
  const prefixes = files.flatMap(({ uses }) => uses.prefixes)
  const unused = [...globalNames].filter(
    (name) => !used.has(name) && !prefixes.some((prefix) => name.startsWith(prefix)) && !setByScript.has(name),
  )
  expect(unused).toEqual([])
})

test('every global class that a module mentions belongs to the design system or to Tailwind', async () => {
  const mentioned = modules.flatMap((sheet) =>
    classesOf(read(sheet))
      .filter((name) => name.startsWith(':global '))
      .map((name) => ({ sheet, name: name.replace(':global ', '') })),
  )
  const known = await utilitiesAmong(mentioned.map(({ name }) => name))
  expect(mentioned.filter(({ name }) => !globalNames.has(name) && !known.has(name))).toEqual([])
})

test('every plain class that a component uses belongs to the design system or to Tailwind', async () => {
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
