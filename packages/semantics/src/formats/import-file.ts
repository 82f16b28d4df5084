import { message, type DefinitionFileFormat } from '@parlance/contract'
import type { AreaTables } from './area-content.ts'
import type { Collector, FoundItem, ImportNote } from './collector.ts'
import { isDbt, readDbt } from './dbt/read-dbt.ts'
import { FileError } from './file-error.ts'
import { isOssie, readOssie } from './ossie/read-ossie.ts'
import { readFile } from './read-file.ts'

/** What a file says about an area, and what of the file does not fit. */
export interface ReadDefinitions {
  format: DefinitionFileFormat
  items: FoundItem[]
  notes: ImportNote[]
}

/**
 * Reads definitions from a file of any format that Parlance knows.
 * @param content the text of the file
 * @param area the tables that names in the file can mean
 * @throws FileError if the file cannot be read, with the place and what to do
 */
export function readDefinitions(content: string, area: AreaTables): ReadDefinitions {
  const root = readFile(content)
  if (isDbt(root)) return read('dbt', readDbt(root, area))
  if (isOssie(root)) return read('ossie', readOssie(root, area))
  throw new FileError(
    message('This is neither a semantic model of Apache Ossie nor a semantic manifest of dbt. Choose one of them.'),
    null,
  )
}

function read(format: DefinitionFileFormat, { items, notes }: Collector): ReadDefinitions {
  return { format, items, notes: notes.toSorted((one, other) => one.place.line - other.place.line) }
}
