import { describe, expect, it } from 'vitest'
import { makeTurn, readFromWire } from '../../testing/factories.ts'
import { lastAttachedTables, sourcesOf } from './asked-file.ts'
import { conversationOf } from './turn-reducer.ts'

function asked(turnId: string, ...files: [string, string][]) {
  const attachments = files.map(([name, type]) => ({ name, type }))
  return readFromWire(makeTurn(turnId, 'q', []).map((event) => ({ ...event, attachments })))
}
const csv = 'text/csv'
const { messages } = conversationOf([
  ...asked('t1'),
  ...asked('t2', ['a.csv', csv], ['b.csv', csv], ['note.pdf', 'application/pdf']),
  ...asked('t3'),
  ...asked('t4', ['c.csv', csv]),
  ...asked('t5'),
])

describe('the source of an answer', () => {
  it('is the database, or the attached tables after the question that attached them', () => {
    const sources = sourcesOf(messages, { databaseName: 'Sample Shop', isFileAsked: true })
    expect([...sources]).toEqual([
      ['t1', { name: 'Sample Shop', isFile: false }],
      ['t2', { name: 'a.csv, b.csv', isFile: true }],
      ['t4', { name: 'c.csv', isFile: true }],
      ['t5', { name: 'c.csv', isFile: true }],
    ])
  })

  it('is left out if it is unknown', () => {
    const sources = sourcesOf(messages, { databaseName: 'Sample Shop', isFileAsked: false })
    expect(sources.get('t3')).toBeUndefined()
    expect(sources.get('t5')).toBeUndefined()
  })

  it('identifies the tables that questions use', () => {
    expect(lastAttachedTables(messages)).toBe('c.csv')
    expect(lastAttachedTables(conversationOf(asked('t1', ['p.png', 'image/png'])).messages)).toBeNull()
  })
})
