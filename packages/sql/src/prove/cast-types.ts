import type { CatalogueIndex } from './catalogue-index.ts'

const ownTypes = new WeakMap<CatalogueIndex, ReadonlySet<string>>()

/**
 * Whether a value may be cast to this type: one of the engine's plain types, or one that a column has. Any other type
 * (a table's row type, regclass) could reveal what exists, so it is refused whether or not it exists.
 * @param type as the parser returns it: schema in front, `[]` at the end
 */
export function mayCastTo(type: string, plainTypes: ReadonlySet<string>, index: CatalogueIndex): boolean {
  const name = baseName(type)
  if (plainTypes.has(name)) return true
  let own = ownTypes.get(index)
  if (!own) {
    const types = index.catalogue.tables.flatMap((table) => table.columns.map((column) => baseName(column.dataType)))
    own = new Set(types.filter((known) => !/^reg|^aclitem|^xml$|^pg_/.test(known) && index.named(known).length === 0))
    ownTypes.set(index, own)
  }
  return own.has(name)
}

function baseName(type: string): string {
  const [open, close] = [type.indexOf('('), type.lastIndexOf(')')]
  const bare = open >= 0 && close > open ? type.slice(0, open) + type.slice(close + 1) : type
  const plain = bare.replaceAll('[]', '').replaceAll('"', '').trim()
  return plain.slice(plain.lastIndexOf('.') + 1).toLowerCase()
}
