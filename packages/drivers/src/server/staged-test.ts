import { DriverError, type DriverErrorKind, type TestStage } from '../contract.ts'
import { findListening, resolveHost } from './network.ts'

/** Where a server listens, and whether to try TLS ('disable': never). */
export interface ServerPlace {
  host: string
  port: number
  tls: string
}

/**
 * Runs the stages up to the sign-in, and names each before trying it. One call of the client library tests both TLS and
 * the account; its error shows which of them failed.
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

/** Adds the stage at which a connection must have failed to its error. */
export function withStage(error: unknown): unknown {
  if (!(error instanceof DriverError) || error.stage !== null) return error
  const stage = stageByKind[error.kind] ?? null
  return new DriverError(error.kind, error.text, { position: error.position, stage, cause: error.cause })
}
