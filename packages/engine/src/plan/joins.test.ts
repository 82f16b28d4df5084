import { formatMessage, type Message } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { seeded } from '../../../evaluation/src/random.ts'
import { Decline } from '../decline.ts'
import type { Step } from '../schema/graph.ts'
import { modelSchema } from '../schema/model-schema.ts'
import type { Schema } from '../schema/model.ts'
import { col, openTables, reasonOf } from '../testing/queries.ts'
import {
  addTable,
  addTables,
  describePaths,
  isMultiplied,
  joinedKeys,
  type JoinTree,
  type LinkChooser,
} from './joins.ts'

function schemaOf(statements: string): Schema {
  const database = openTables(statements)
  const schema = modelSchema(database.catalogue, [])
  database.close()
  return schema
}

const chooser = (changes: Partial<LinkChooser> = {}): LinkChooser => ({
  favoured: new Set(),
  choose: () => null,
  subject: null,
  ...changes,
})

const orText = (phrase: string | Message): string => (typeof phrase === 'string' ? phrase : formatMessage(phrase))

/** Joins tables to a root and returns the joined ones in order, or the reason why they can't be joined. */
function joined(schema: Schema, root: string, keys: string[], choose = chooser()): string[] | string {
  const tree: JoinTree = { root, steps: [] }
  const doubt = addTables(schema, tree, keys, choose)
  return doubt === null ? [...joinedKeys(tree)] : reasonOf(doubt)
}

const library = schemaOf(`
CREATE TABLE authors (author_id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE books (book_id INTEGER PRIMARY KEY, title TEXT);
CREATE TABLE writings (author_id INTEGER REFERENCES authors, book_id INTEGER REFERENCES books, PRIMARY KEY (author_id, book_id));
CREATE TABLE copies (copy_id INTEGER PRIMARY KEY, book_id INTEGER NOT NULL REFERENCES books, shelf TEXT);
CREATE TABLE loans (loan_id INTEGER PRIMARY KEY, copy_id INTEGER NOT NULL REFERENCES copies, loan_date DATE);
CREATE TABLE covers (book_id INTEGER PRIMARY KEY REFERENCES books, color TEXT);
CREATE TABLE moons (moon_id INTEGER PRIMARY KEY, name TEXT);`)

describe('addTable', () => {
  it.each([
    ['a table that is joined already', 'books', ['books'], ['books']],
    ['an owner', 'copies', ['books'], ['copies', 'books']],
    ['an owner of an owner, through the table between', 'loans', ['books'], ['loans', 'copies', 'books']],
    ['the other side of a link table', 'authors', ['books'], ['authors', 'writings', 'books']],
    ['several tables, each table once', 'loans', ['books', 'copies', 'covers'], ['loans', 'copies', 'books', 'covers']],
  ])('joins %s', (_name, root, keys, expected) => {
    expect(joined(library, root, keys)).toEqual(expected)
  })

  it('declines a table without any link, names it, and leaves the joins as they were', () => {
    const tree: JoinTree = { root: 'books', steps: [] }
    const found = addTable(library, tree, 'moons', chooser())
    expect(reasonOf(found)).toBe('books and moons are not connected. Ask about each one separately.')
    expect(found?.missed).toEqual(['moons'])
    expect(tree.steps).toEqual([])
  })

  it('reports the first table that cannot be joined, and joins none after it', () => {
    const tree: JoinTree = { root: 'copies', steps: [] }
    expect(addTables(library, tree, ['books', 'moons', 'loans'], chooser())).toBeInstanceOf(Decline)
    expect([...joinedKeys(tree)]).toEqual(['copies', 'books'])
  })
})

const travel = schemaOf(`
CREATE TABLE towns (town_id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE flights (flight_id INTEGER PRIMARY KEY, origin_id INTEGER REFERENCES towns, target_id INTEGER REFERENCES towns);`)

describe('tables that are linked twice', () => {
  it('are declined with one button for each link', () => {
    const tree: JoinTree = { root: 'flights', steps: [] }
    const found = addTable(travel, tree, 'towns', chooser())
    expect(reasonOf(found)).toBe(
      'flights and towns are connected in several ways: flights.target_id; or flights.origin_id.',
    )
    expect(found?.choices?.replacements.map((one) => [formatMessage(one.label), one.words])).toEqual([
      ['by target id', ' with target id'],
      ['by origin id', ' with origin id'],
    ])
  })

  it('are joined by the link that the question’s words choose', () => {
    const byTarget = (paths: Step[][]) =>
      paths.find((path) => path.some((step) => step.link.pairs.some((pair) => pair.child.name === 'target_id'))) ?? null
    const tree: JoinTree = { root: 'flights', steps: [] }
    expect(addTable(travel, tree, 'towns', chooser({ choose: byTarget }))).toBeNull()
    expect(tree.steps[0]?.link.pairs[0]?.child.name).toBe('target_id')
  })

  it('are described by all their columns, the paths one after the other', () => {
    const paths = travel.links.map((link): Step[] => [{ link, from: link.child, to: link.parent, toMany: false }])
    const words = (one: Step[][]) => orText(describePaths(one))
    expect(words([])).toBe('')
    expect(words([paths.flat()])).toBe('flights.target_id then flights.origin_id')
    expect(words(paths)).toBe('flights.target_id; or flights.origin_id')
  })
})

describe('isMultiplied', () => {
  const treeOf = (root: string, ...keys: string[]): JoinTree => {
    const tree: JoinTree = { root, steps: [] }
    const doubt = addTables(library, tree, keys, chooser())
    if (doubt !== null) throw new Error(formatMessage(doubt.reason))
    return tree
  }

  it.each([
    ['no join', treeOf('books'), 'books', false],
    ['its owners', treeOf('loans', 'copies', 'books'), 'loans', false],
    ['rows that it owns', treeOf('loans', 'copies', 'books'), 'books', true],
    ['rows that it owns, from the other end', treeOf('books', 'copies'), 'books', true],
    ['a row of which there is at most one', treeOf('books', 'covers'), 'books', false],
    ['a link table', treeOf('books', 'writings', 'authors'), 'books', true],
    ['what shares its owner', treeOf('copies', 'books', 'writings'), 'copies', true],
  ])('knows whether a row is repeated by %s', (_name, tree, table, expected) => {
    expect(isMultiplied(tree, table)).toBe(expected)
  })

  it('sees that a group which completes the key of a link table repeats nothing', () => {
    const tree = treeOf('books', 'writings', 'authors')
    expect(isMultiplied(tree, 'books', [col('authors.author_id').ref])).toBe(false)
    expect(isMultiplied(tree, 'books', [col('writings.author_id').ref])).toBe(false)
    expect(isMultiplied(tree, 'books', [col('authors.name').ref])).toBe(true)
  })
})

describe('a row is repeated exactly where a join returns it twice', () => {
  const tables = ['a', 'b', 'c', 'd', 'e']
  const seeds = Array.from({ length: 25 }, (_, at) => at + 1)

  it.each(seeds)('in random trees of tables (%i)', (seed) => {
    const random = seeded(seed)
    const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
    // Each table but the first belongs to an earlier one.
    const owners = tables.slice(1).map((table, at) => ({ table, owner: one(tables.slice(0, at + 1)) }))
    const database = openTables(
      tables
        .map((table) => {
          const owner = owners.find((link) => link.table === table)?.owner
          const link = owner === undefined ? '' : `, ${owner}_id INTEGER NOT NULL REFERENCES ${owner}(${owner}_id)`
          const values = [1, 2, 3, 4].map((id) => `(${id}${owner === undefined ? '' : `, ${1 + (id % 2)}`})`)
          return `CREATE TABLE ${table} (${table}_id INTEGER PRIMARY KEY${link}); INSERT INTO ${table} VALUES ${values.join(', ')};`
        })
        .join('\n'),
    )
    const schema = modelSchema(database.catalogue, [])
    const tree: JoinTree = { root: one(tables), steps: [] }
    addTables(schema, tree, [one(tables), one(tables)], chooser({ favoured: new Set(tables) }))
    const from = [
      tree.root,
      ...tree.steps.map(({ link, to }) => {
        const on = link.pairs.map(
          (pair) => `${link.child.name}.${pair.child.name} = ${link.parent.name}.${pair.parent.name}`,
        )
        return `JOIN ${to.name} ON ${on.join(' AND ')}`
      }),
    ].join(' ')
    for (const key of joinedKeys(tree)) {
      const [[all, different] = []] = database.rows(`SELECT COUNT(*), COUNT(DISTINCT ${key}.${key}_id) FROM ${from}`)
      expect({ from, key, repeated: isMultiplied(tree, key) }).toEqual({ from, key, repeated: all !== different })
    }
    database.close()
  })
})
