export * from './contract.ts'
export { hasLibrary, installCommand } from './library.ts'
export { allKinds, driverFor, manifests } from './registry.ts'
export { allowMetadataAddresses, resolveHost } from './server/network.ts'
