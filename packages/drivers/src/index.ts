export * from './contract.ts'
export { hasLibrary, installCommand } from './library.ts'
export { allKinds, driverFor, manifests } from './registry.ts'
export { allowMetadataAddresses } from './server/network.ts'
