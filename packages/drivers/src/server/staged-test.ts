import { DriverError, type DriverErrorKind, type TestStage } from '../contract.ts'
import { findListening, resolveHost } from './network.ts'

/** Where a server listens, and whether TLS is tried with it ('disable': never). */
export interface ServerPlace {
  host: string
  port: number
  tls: string
}

/**
 * The stages up to the sign-in, each named before it is tried. TLS and the account are proven by one call of the client
 * library and told apart by how it fails.
 */
export async function testUntilSignIn(
  place: ServerPlace,
  onStage: (stage: TestStage) => void,
  signIn: (address: string) => Promise<void>,
  toDriverError: (error: unknown) => DriverError,
): Promise<void> {
  onStage('resolve')
  const addresses = await resolveHost(place.host)
  onStage('reach')
  const address = await findListening(addresses, place.port)
  if (place.tls !== 'disable') onStage('tls')
  try {
    await signIn(address)
    onStage('sign-in')
  } catch (error) {
    const failure = toDriverError(error)
    if (failure.kind !== 'tls') onStage('sign-in')
    throw failure
  }
}

const stageByKind: Partial<Record<DriverErrorKind, TestStage>> = {
  auth: 'sign-in',
  permission: 'sign-in',
  'missing-object': 'sign-in',
  tls: 'tls',
  unreachable: 'reach',
  timeout: 'reach',
  unsupported: 'reach',
}

/** The same failure of a connection, with the stage at which it must have happened. */
export function withStage(error: unknown): unknown {
  if (!(error instanceof DriverError) || error.stage !== null) return error
  const stage = stageByKind[error.kind] ?? null
  return new DriverError(error.kind, error.message, { position: error.position, stage, cause: error.cause })
}
