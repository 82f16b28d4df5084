export { noDefinitions } from '@parlance/contract'
