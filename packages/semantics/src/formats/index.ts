// Definitions as files. Apart from the other exports, because reading YAML takes longest to load.
export type * from './area-content.ts'
export type { FoundItem, ImportNote } from './collector.ts'
export { compareItems } from './compare-items.ts'
export { FileError } from './file-error.ts'
export { readDefinitions, type ReadDefinitions } from './import-file.ts'
export { exportOssie } from './ossie/export-ossie.ts'
