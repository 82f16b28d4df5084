import type { ColumnKind } from '@parlance/contract'

/** Types as named in INFORMATION_SCHEMA."COLUMNS". */
const kinds: Record<string, ColumnKind> = {
  'CHARACTER VARYING': 'text',
  CHARACTER: 'text',
  VARCHAR: 'text',
  BOOLEAN: 'boolean',
  TINYINT: 'integer',
  SMALLINT: 'integer',
  INTEGER: 'integer',
  BIGINT: 'integer',
  DECIMAL: 'number',
  FLOAT: 'number',
  DOUBLE: 'number',
  DATE: 'date',
  TIME: 'time',
  TIMESTAMP: 'timestamp',
  'BINARY VARYING': 'binary',
  VARBINARY: 'binary',
  BINARY: 'binary',
  LIST: 'json',
  ARRAY: 'json',
  STRUCT: 'json',
  ROW: 'json',
  MAP: 'json',
}

/** Maps a catalogue type to its kind. */
export function kindOfType(name: string): ColumnKind {
  return kinds[name.toUpperCase()] ?? 'other'
}
