import { isBundleStale } from '../web/bundle-folder.ts'
import { canPack, packedProgram } from './packed-folder.ts'

/** Whether the pages and the packed server are up to date, or as good as they can be in a read-only folder. */
export function isBuilt(packed = packedProgram('server')): boolean {
  return !isBundleStale() && (packed !== null || !canPack())
}
