/** The rules in the JSON editor; an empty text if there are none. */
export function rulesText(value: object): string {
  return Object.keys(value).length === 0 ? '' : JSON.stringify(value, null, 2)
}

export type JsonTokenKind = 'key' | 'string' | 'number' | 'plain'

export interface JsonToken {
  kind: JsonTokenKind
  text: string
}

const pattern = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*|true|false|null)|([^"\d-]+|-)/g

/** Splits JSON into colored tokens for display. */
export function tokenizeJson(text: string): JsonToken[] {
  return [...text.matchAll(pattern)].flatMap(([whole, quoted, colon, scalar]): JsonToken[] => {
    if (quoted === undefined) return [{ kind: scalar === undefined ? 'plain' : 'number', text: whole }]
    if (colon === undefined) return [{ kind: 'string', text: quoted }]
    return [
      { kind: 'key', text: quoted },
      { kind: 'plain', text: colon },
    ]
  })
}

/** A part of a JSON document at its depth, with all lines after the first indented. */
export function indentedJson(value: unknown, depth: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${'  '.repeat(depth)}`)
}
