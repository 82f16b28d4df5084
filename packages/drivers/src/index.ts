export * from './contract.ts'
export { allKinds, driverFor, manifests } from './registry.ts'
export { allowMetadataAddresses } from './server/network.ts'
