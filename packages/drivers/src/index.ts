export * from './contract.ts'
export { hasLibrary, installCommand } from './library.ts'
export { driverFor, manifests } from './registry.ts'
export { allowMetadataAddresses, resolveHost } from './server/network.ts'
