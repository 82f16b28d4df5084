export * from './contract.ts'
export { hasLibrary, installCommand } from './library.ts'
export { placeOf } from './place.ts'
export { driverFor, fileManifest, findManifest, manifestOf, manifests } from './registry.ts'
export { guardSocket } from './server/guard-socket.ts'
export { allowMetadataAddresses, isClosedAddress, resolveHost } from './server/network.ts'
export {
  copyTableFiles,
  recogniseTableFile,
  TableFileError,
  type CopiedTables,
  type TableFileKind,
} from './files/index.ts'
export { inspectFile, type InspectedTable } from './sqlite/inspect.ts'
export { openResults } from './sqlite/results.ts'
