import type { CatalogueTable, ForeignKey } from '@parlance/contract'
import type { Ask, CatalogueReader } from '../server/server-driver.ts'
import { kindOfType } from './types.ts'

/**
 * Reads the engine's catalogue in one pass: every table and view that the account may read, with its columns and keys
 * as JSON. $1 is a schema, or NULL for all. Partitions are left out, because they are read through their table. Each
 * part is an index lookup, so that the plan doesn't depend on statistics of the catalogue.
 */
const catalogueSql = `
SELECT n.nspname, c.relname, c.relkind, obj_description(c.oid, 'pg_class'), c.reltuples::bigint,
  CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END,
  (SELECT json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod), coalesce(b.typname, t.typname),
       t.typcategory, a.attnotnull OR t.typnotnull, d.description) ORDER BY a.attnum)
     FROM pg_attribute a
     JOIN pg_type t ON t.oid = a.atttypid
     LEFT JOIN pg_type b ON t.typtype = 'd' AND b.oid = t.typbasetype
     LEFT JOIN pg_description d
       ON d.classoid = 'pg_class'::regclass AND d.objoid = c.oid AND d.objsubid = a.attnum
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      AND (p.readable OR has_column_privilege(c.oid, a.attnum, 'SELECT'))),
  (SELECT json_agg(a.attname ORDER BY array_position(i.indkey::int2[], a.attnum))
     FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey::int2[])
    WHERE i.indrelid = c.oid AND i.indisprimary),
  (SELECT json_agg(json_build_array(rn.nspname, r.relname,
       (SELECT json_agg(a.attname ORDER BY array_position(f.conkey, a.attnum)) FROM pg_attribute a
         WHERE a.attrelid = f.conrelid AND a.attnum = ANY (f.conkey)),
       (SELECT json_agg(a.attname ORDER BY array_position(f.confkey, a.attnum)) FROM pg_attribute a
         WHERE a.attrelid = f.confrelid AND a.attnum = ANY (f.confkey))) ORDER BY f.conname)
     FROM pg_constraint f JOIN pg_class r ON r.oid = f.confrelid JOIN pg_namespace rn ON rn.oid = r.relnamespace
    WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.conparentid = 0 AND NOT r.relispartition),
  (SELECT json_agg((SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a
         WHERE a.attrelid = i.indrelid AND a.attnum = ANY ((i.indkey::int2[])[0:i.indnkeyatts - 1])) ORDER BY i.indexrelid)
     FROM pg_index i
    WHERE i.indrelid = c.oid AND i.indisunique AND NOT i.indisprimary AND i.indisvalid
      AND i.indpred IS NULL AND i.indexprs IS NULL)
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
CROSS JOIN LATERAL (SELECT has_table_privilege(c.oid, 'SELECT') AS readable OFFSET 0) p
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND c.relpersistence <> 't'
  AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
  AND ($1::text IS NULL OR n.nspname = $1)
  AND has_schema_privilege(n.oid, 'USAGE') AND (p.readable OR has_any_column_privilege(c.oid, 'SELECT'))
ORDER BY n.nspname, c.relname`

/** @param schema null for all schemas */
export async function* introspect(reader: CatalogueReader, schema: string | null): AsyncIterable<CatalogueTable[]> {
  for await (const rows of reader.batches(catalogueSql, [schema])) {
    yield rows.map((row) => readTable(row.map((cell) => (cell === null ? null : String(cell)))))
  }
}

export async function countTables(ask: Ask, schema: string | null): Promise<number> {
  const [row] = await ask(`SELECT count(*) FROM (${catalogueSql}) t`, [schema])
  return Number(row?.[0])
}

type ColumnEntry = [
  name: string,
  type: string,
  base: string,
  category: string,
  required: boolean,
  comment: string | null,
]
type KeyEntry = [schema: string, table: string, from: string[], to: string[]]

/** Converts one row of the query above to the contract's table. */
function readTable(row: (string | null)[]): CatalogueTable {
  const [schema, name, kind, comment, estimate, definition, columns, primaryKey, foreignKeys, uniqueKeys] = row
  const isView = kind === 'v' || kind === 'm'
  const unique = parse<string[]>(uniqueKeys)
  return {
    schema: schema ?? '',
    name: name ?? '',
    objectType: isView ? 'VIEW' : 'TABLE',
    comment: comment ?? null,
    columns: parse<ColumnEntry>(columns).map(([column, type, base, category, required, note]) => ({
      name: column,
      dataType: type,
      kind: kindOfType(base, category),
      nullable: !required,
      comment: note,
    })),
    primaryKey: parse<string>(primaryKey),
    ...(unique.length > 0 ? { uniqueKeys: unique } : {}),
    foreignKeys: parse<KeyEntry>(foreignKeys).map(readKey),
    rowEstimate: kind === 'v' || Number(estimate) < 0 ? null : Number(estimate),
    definition: definition ?? null,
  }
}

function readKey([schema, table, from, to]: KeyEntry): ForeignKey {
  return { columns: from, referencedSchema: schema, referencedTable: table, referencedColumns: to }
}

function parse<Item>(json: string | null | undefined): Item[] {
  return json ? (JSON.parse(json) as Item[]) : []
}
