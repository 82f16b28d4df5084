import { describe, expect, it } from 'vitest'
import { seeded } from '../../../evaluation/src/random.ts'
import { openShop } from '../testing/shop.ts'
import { catalogueOf, tableWith } from '../testing/catalogues.ts'
import { schemaOf } from '../testing/stages.ts'
import { ancestors, distance, neighbors, shortestPaths, type Step } from './graph.ts'
import { modelSchema } from './model-schema.ts'
import { tableOf, type Schema } from './model.ts'

/** Tables with a key each, linked as said: 'a>b' means that a row of a belongs to one of b. */
function graphOf(tables: string, links: string, changes: { views?: string; unique?: string } = {}): Schema {
  const all = links.split(' ').filter(Boolean)
  return modelSchema(
    catalogueOf(
      ...tables.split(' ').map((name) => {
        const own = all.filter((one) => one.startsWith(`${name}>`)).map((one) => one.split('>')[1] ?? '')
        const columns = {
          no: 'integer',
          ...Object.fromEntries(own.map((to, at) => [`ref${at}${to}`, 'integer'])),
        } as const
        const keys = Object.fromEntries(own.map((to, at) => [`ref${at}${to}`, to]))
        const table = tableWith(name, columns, { key: ['no'], links: keys })
        return {
          ...table,
          objectType: changes.views?.includes(name) ? ('VIEW' as const) : ('TABLE' as const),
          ...(changes.unique?.includes(name) ? { uniqueKeys: [Object.keys(keys).slice(0, 1)] } : {}),
        }
      }),
    ),
    [],
  )
}

const wayOf = (path: readonly Step[]): string =>
  path.reduce((way, step) => `${way}${step.toMany ? '<' : '>'}${step.to.name}`, path[0]?.from.name ?? '')
const ways = (schema: Schema, from: string, to: string, favoured: string[] = []) =>
  shortestPaths(schema, from, to, new Set(favoured)).map(wayOf)

describe('the shortest paths between two tables', () => {
  it.each<[string, string, string, string, string, string[]]>([
    ['of one step up', 'a b', 'a>b', 'a', 'b', ['a>b']],
    ['of one step down', 'a b', 'a>b', 'b', 'a', ['b<a']],
    ['of several steps', 'a b c d', 'a>b b>c c>d', 'a', 'd', ['a>b>c>d']],
    ['through a table that links both', 'a ab b', 'ab>a ab>b', 'a', 'b', ['a<ab>b']],
    ['the shorter of two', 'a b c', 'a>b b>c a>c', 'a', 'c', ['a>c']],
    ['both of two links', 'a b', 'a>b a>b', 'a', 'b', ['a>b', 'a>b']],
    ['both of two equally long ones', 'a b c d', 'a>b b>d a>c c>d', 'a', 'd', ['a>b>d', 'a>c>d']],
    ['none between parts', 'a b c', 'a>b', 'a', 'c', []],
    ['none to a table that does not exist', 'a b', 'a>b', 'a', 'x', []],
    ['of no step to itself', 'a b', 'a>b', 'a', 'a', ['']],
    ['in a circle', 'a b c', 'a>b b>c c>a', 'a', 'c', ['a<c']],
    ['not along a link to itself', 'a b', 'a>a a>b', 'a', 'b', ['a>b']],
  ])('are %s', (_about, tables, links, from, to, expected) => {
    expect(ways(graphOf(tables, links), from, to)).toEqual(expected)
  })

  it('end after five steps', () => {
    const chain = graphOf('a b c d e f g', 'a>b b>c c>d d>e e>f f>g')
    expect(ways(chain, 'a', 'f')).toEqual(['a>b>c>d>e>f'])
    expect(ways(chain, 'a', 'g')).toEqual([])
  })

  it('rather pass a table that links both than a common owner', () => {
    expect(ways(graphOf('a b owner ab', 'a>owner b>owner ab>a ab>b'), 'a', 'b')).toEqual(['a<ab>b'])
    expect(ways(graphOf('a b owner', 'a>owner b>owner'), 'a', 'b')).toEqual(['a>owner<b'])
  })

  it('avoid views', () => {
    const schema = graphOf('a v t b', 'v>a v>b t>a t>b', { views: 'v' })
    expect(ways(schema, 'a', 'b')).toEqual(['a<t>b'])
  })

  it('pass a table that the question mentions', () => {
    const schema = graphOf('a x y b', 'x>a x>b y>a y>b')
    expect(ways(schema, 'a', 'b')).toEqual(['a<x>b', 'a<y>b'])
    expect(ways(schema, 'a', 'b', ['y'])).toEqual(['a<y>b'])
    expect(ways(schema, 'a', 'b', ['a', 'b', 'unknown'])).toEqual(['a<x>b', 'a<y>b'])
  })

  it('have at most one row behind a step down to a table with a unique link', () => {
    expect(ways(graphOf('a b', 'a>b', { unique: 'a' }), 'b', 'a')).toEqual(['b>a'])
  })
})

describe('distances', () => {
  const shop = openShop()
  const schema = schemaOf(shop)
  shop.close()

  it.each([
    ['orders', 'customers', 1],
    ['customers', 'orders', 1],
    ['order_items', 'customers', 2],
    ['categories', 'customers', 3],
    ['products', 'products', 0],
    ['products', 'nowhere', Number.POSITIVE_INFINITY],
  ])('from %s to %s are %d', (from, to, links) => {
    expect(distance(schema, from, to)).toBe(links)
    expect(distance(schema, from, to)).toBe(links)
  })

  it('are one to each neighbor', () => {
    const names = neighbors(schema, tableOf(schema, 'products')).map((one) => one.name)
    expect(names.toSorted()).toEqual(['categories', 'order_items', 'reviews'])
    for (const name of names) expect(distance(schema, 'products', name)).toBe(1)
  })

  it('have each neighbor once', () => {
    const twice = graphOf('a b', 'a>b a>b a>a')
    expect(neighbors(twice, tableOf(twice, 'a')).map((one) => one.name)).toEqual(['b'])
  })
})

describe('the tables that a row belongs to', () => {
  it.each([
    ['itself alone', 'a b', 'b>a', 'a', 'a'],
    ['nearest first', 'a b c d', 'a>b b>c a>d', 'a', 'a b d c'],
    ['each once in a circle', 'a b', 'a>b b>a', 'a', 'a b'],
  ])('are %s', (_about, tables, links, from, expected) => {
    const schema = graphOf(tables, links)
    expect(ancestors(schema, tableOf(schema, from)).map((one) => one.name)).toEqual(expected.split(' '))
  })

  it('include a table that extends it', () => {
    const schema = graphOf('a b', 'b>a', { unique: 'b' })
    expect(ancestors(schema, tableOf(schema, 'a')).map((one) => one.name)).toEqual(['a', 'b'])
  })
})

describe('random schemas', () => {
  const random = seeded(13)
  const names = 'a b c d e f g h'.split(' ')
  const schemas = Array.from({ length: 40 }, () => {
    const links = Array.from({ length: Math.floor(random() * 12) }, () => {
      const [from, to] = [random(), random()].map((one) => names[Math.floor(one * names.length)])
      return `${from}>${to}`
    })
    return graphOf(names.join(' '), links.join(' '))
  })

  /** Whether two tables are connected within some links, found by trying them all. */
  function areConnected(schema: Schema, from: string, to: string, most: number): boolean {
    let reached = new Set([from])
    for (let step = 0; step < most; step++)
      reached = new Set([
        ...reached,
        ...[...reached].flatMap((key) => neighbors(schema, tableOf(schema, key)).map((one) => one.key)),
      ])
    return reached.has(to)
  }

  it('have paths from one table to the other, step by step, without circles', () => {
    for (const schema of schemas)
      for (const to of names)
        for (const path of shortestPaths(schema, 'a', to)) {
          expect(path.length).toBeLessThanOrEqual(5)
          const visited = ['a', ...path.map((step) => step.to.key)]
          expect(visited.at(-1)).toBe(to)
          expect(new Set(visited).size).toBe(visited.length)
          path.forEach((step, at) => expect(step.from.key).toBe(visited[at]))
          for (const { link, from, to: next } of path)
            expect([link.child, link.parent]).toEqual(expect.arrayContaining([from, next]))
        }
  })

  it('have a path if two tables are connected by few links, and none where they are not', () => {
    for (const schema of schemas)
      for (const to of names) {
        const isFinite = distance(schema, 'a', to) < Infinity
        expect([to, isFinite || !areConnected(schema, 'a', to, 2)]).toEqual([to, true])
        expect([to, !isFinite || areConnected(schema, 'a', to, 5)]).toEqual([to, true])
      }
  })
})
