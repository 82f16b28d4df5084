import type { PropertiesOf, ValuesOf } from './area-record.ts'

/* Converts objects with fields like `areaFields` between the wire format's names and the server's. */

interface Field {
  property: string
  initial: unknown
}

type Fields = Record<string, Field>
type Thawed<Value> = Value extends readonly [] ? never[] : Value

/** Fields in the wire format, with the initial value where the server has null. */
type Wire<All extends Fields, Name extends keyof All> = {
  [Each in Name]: OnWire<ValuesOf<All>[All[Each]['property'] & keyof ValuesOf<All>], All[Each]['initial']>
}
type OnWire<Value, Initial> = NonNullable<Value> | (null extends Value ? Thawed<Initial> : never)

/** The fields of a request, with the server's values. Missing fields are absent. */
type Said<All extends Fields> = {
  [Name in keyof All]?: ValuesOf<All>[All[Name]['property'] & keyof ValuesOf<All>] | undefined
}

type Part<All extends Fields, Name extends keyof All> = Pick<
  ValuesOf<All>,
  PropertiesOf<All, Name> & keyof ValuesOf<All>
>

/**
 * Merges the fields of a request into the previous ones. A missing field keeps its previous or initial value. An empty
 * text becomes the initial value.
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

/** @returns the named fields under the wire format's names */
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
 * The fields that leave the server for one user, under the wire format's names.
 * @param isEditor whether the user owns the area or is an administrator; other users get initial values for fields
 *   that only editors see
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

/** @returns the named fields under the server's names */
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
