import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { arrowsUp, findCircles, pastService, unplaced } from './import-rules.ts'
import { isTest, readArrows, sourceFiles, specifiersOf } from './read-imports.ts'
import { areaLayers, serverLayers } from './server-layers.ts'
import { webLayers, workspaceLayers } from './workspace-layers.ts'

const root = resolve(import.meta.dirname, '../..')
const server = 'apps/server/src'
const areas = `${server}/features/areas`
const web = 'apps/web/src'

describe('the repository', () => {
  const arrows = readArrows(root, ['apps/server', 'apps/web', 'packages'])
  const circles = findCircles(arrows)

  test('reads the whole repository', () => {
    const importers = new Set(arrows.map(({ from }) => from.split('/').slice(0, 2).join('/')))
    expect([...importers].toSorted()).toEqual(workspaceLayers.flat().toSorted())
    expect(arrows).toContainEqual({ from: `${server}/door/parser-pool.ts`, to: 'packages/sql/src/index.ts' })
  })

  test.each([
    ['workspaces', '', workspaceLayers],
    ['server', server, serverLayers],
    ['business areas', areas, areaLayers],
    ['web', web, webLayers],
  ])('has no import of the %s that goes up or sideways', (_name, folder, layers) => {
    expect(arrowsUp(folder, arrows, layers)).toEqual([])
  })

  test.each([
    ['server', server, serverLayers],
    ['business areas', areas, areaLayers],
    ['web', web, webLayers],
  ])('places every file of the %s in a layer', (_name, folder, layers) => {
    expect(unplaced(folder, sourceFiles(root, folder), layers)).toEqual([])
  })

  test('imports another feature only through its service', () => {
    expect(pastService(`${server}/features`, arrows)).toEqual([])
  })

  test('has no cycle of files or folders in any folder', () => {
    expect(circles.map(({ message }) => message)).toEqual([])
  })

  test('imports no test code in product code', () => {
    expect(arrows.filter(({ to }) => isTest(to))).toEqual([])
  })
})

describe('a made-up repository', () => {
  const layers = [['lib'], ['door', 'models'], ['features/a', 'features/b']]
  const arrow = (from: string, to: string) => ({ from: `src/${from}`, to: `src/${to}` })

  test('allows an import of a lower layer or of a neighbor in the same folder', () => {
    const allowed = [arrow('features/a/x.ts', 'door/run.ts'), arrow('features/a/x.ts', 'features/a/y.ts')]
    expect(arrowsUp('src', allowed, layers)).toEqual([])
  })

  test('reports an import of a higher layer with both files', () => {
    expect(arrowsUp('src', [arrow('door/run.ts', 'features/a/service.ts')], layers)).toEqual([
      'src/door/run.ts imports src/features/a/service.ts, but features/a is above door.',
    ])
  })

  test('reports an import between members of one layer', () => {
    expect(arrowsUp('src', [arrow('door/run.ts', 'models/list.ts')], layers)).toEqual([
      'src/door/run.ts imports src/models/list.ts, but models is in the same layer as door.',
    ])
  })

  test('does not place a folder in a layer because its name begins like a member', () => {
    expect(unplaced('src', ['src/lib/a.ts', 'src/library/b.ts'], [['lib'], ['door']])).toEqual([
      'src/library/b.ts does not belong to a layer.',
      'The layers list door, which has no files.',
    ])
  })

  test('reports an import of another feature that bypasses its service', () => {
    const past = arrow('features/a/x.ts', 'features/b/store.ts')
    const nested = arrow('features/a/x.ts', 'features/b/inner/service.ts')
    const through = arrow('features/a/x.ts', 'features/b/service.ts')
    expect(pastService('src/features', [past, nested, through])).toEqual([
      'src/features/a/x.ts imports src/features/b/store.ts. Import only from the service.ts of b.',
      'src/features/a/x.ts imports src/features/b/inner/service.ts. Import only from the service.ts of b.',
    ])
  })

  test('reports a cycle of files with its imports', () => {
    const arrows = [arrow('a/x.ts', 'a/y.ts'), arrow('a/y.ts', 'a/z.ts'), arrow('a/z.ts', 'a/x.ts')]
    expect(findCircles(arrows)).toEqual([
      {
        folder: 'src/a',
        message: [
          'Circular imports in src/a: x.ts → y.ts → z.ts → x.ts',
          '  src/a/x.ts imports src/a/y.ts',
          '  src/a/y.ts imports src/a/z.ts',
          '  src/a/z.ts imports src/a/x.ts',
        ].join('\n'),
      },
    ])
  })

  test('reports a cycle of folders even if no file is in a cycle', () => {
    const arrows = [arrow('a/x.ts', 'b/y.ts'), arrow('b/inner/z.ts', 'a/w.ts')]
    expect(findCircles(arrows).map(({ message }) => message)).toEqual([
      'Circular imports in src: a → b → a\n  src/a/x.ts imports src/b/y.ts\n  src/b/inner/z.ts imports src/a/w.ts',
    ])
  })

  test('does not report imports in one direction as a cycle', () => {
    expect(findCircles([arrow('a/x.ts', 'b/y.ts'), arrow('a/x.ts', 'c.ts'), arrow('c.ts', 'b/y.ts')])).toEqual([])
  })
})

test.each([
  ["import { a } from './a.ts'", './a.ts'],
  ["import type { A } from './a.ts'", './a.ts'],
  ["import './a.ts'", './a.ts'],
  ["export { a } from './a.ts'", './a.ts'],
  ["export type { A } from './a.ts'", './a.ts'],
  ["export * from './a.ts'", './a.ts'],
  ["const a = await import('./a.ts')", './a.ts'],
  ["type A = import('./a.ts').A", './a.ts'],
  ["const a = (x: typeof import('./a.ts')) => x", './a.ts'],
  ["const worker = new URL('./a.ts', import.meta.url)", './a.ts'],
])('reads %s as an import', (source, specifier) => {
  expect(specifiersOf('x.ts', source)).toEqual([specifier])
})

test('ignores an import in a comment or a string', () => {
  expect(specifiersOf('x.ts', "// import './a.ts'\nexport const text = \"import './b.ts'\"")).toEqual([])
})

test('throws an error with the name of a source that cannot be parsed', () => {
  expect(() => specifiersOf('x.ts', 'import {')).toThrow(/^x\.ts: /)
})
