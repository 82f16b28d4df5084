import type { PropertiesOf, ValuesOf } from './area-record.ts'

/* Objects with the fields of `areaFields` and its kin: by the wire format's names outside, by the server's inside. */

interface Field {
  property: string
  initial: unknown
}

type Fields = Record<string, Field>
type Thawed<Value> = Value extends readonly [] ? never[] : Value

/** Fields as the wire format has them: the initial value where the server has null. */
type Wire<All extends Fields, Name extends keyof All> = {
  [Each in Name]: OnWire<ValuesOf<All>[All[Each]['property'] & keyof ValuesOf<All>], All[Each]['initial']>
}
type OnWire<Value, Initial> = NonNullable<Value> | (null extends Value ? Thawed<Initial> : never)

/** What a request says: each field as the server has it, or not at all. */
type Said<All extends Fields> = {
  [Name in keyof All]?: ValuesOf<All>[All[Name]['property'] & keyof ValuesOf<All>] | undefined
}

type Part<All extends Fields, Name extends keyof All> = Pick<
  ValuesOf<All>,
  PropertiesOf<All, Name> & keyof ValuesOf<All>
>

/**
 * Works out the fields from what a request says of them. A field that it leaves out stays as it was before, or has its
 * initial value. An empty text becomes the initial value.
 */
export function settleFields<All extends Fields>(
  fields: All,
  said: Said<All>,
  before: ValuesOf<All> | null | undefined,
): Part<All, keyof All> {
  const settled = Object.entries(fields).map(([name, { property, initial }]) => {
    const values: unknown[] = [said[name], valueOf(before, property), initial]
    const value = values.find((each) => each !== undefined)
    return [property, value === '' ? initial : value]
  })
  return Object.fromEntries(settled) as Part<All, keyof All>
}

/** @returns the named fields by the names of the wire format */
export function wireFields<All extends Fields, Name extends keyof All>(
  fields: All,
  names: readonly Name[],
  record: Part<All, Name>,
): Wire<All, Name> {
  const written = names.map((name) => {
    const { property, initial }: All[Name] = fields[name]
    return [name, valueOf(record, property) ?? initial]
  })
  return Object.fromEntries(written) as Wire<All, Name>
}

/**
 * What leaves the server for one person: the fields by the names of the wire format.
 * @param isEditor the person owns the area or is an administrator; for everyone else, what only editors see has its
 *   initial value
 */
export function shownFields<All extends Record<string, Field & { seenBy: 'viewers' | 'editors' }>>(
  fields: All,
  record: Part<All, keyof All>,
  isEditor: boolean,
): Wire<All, keyof All> {
  const shown = Object.entries(fields).map(([name, { property, initial, seenBy }]) => {
    const isSeen = isEditor || seenBy === 'viewers'
    return [name, (isSeen ? valueOf(record, property) : null) ?? initial]
  })
  return Object.fromEntries(shown) as Wire<All, keyof All>
}

/** @returns the named fields by the server's names */
export function propertyFields<All extends Fields, Name extends keyof All>(
  fields: All,
  names: readonly Name[],
  record: Part<All, Name>,
): Part<All, Name> {
  const picked = names.map((name) => {
    const { property }: All[Name] = fields[name]
    return [property, valueOf(record, property)]
  })
  return Object.fromEntries(picked) as Part<All, Name>
}

function valueOf(values: object | null | undefined, property: string): unknown {
  return values === null || values === undefined ? undefined : Reflect.get(values, property)
}
