import { message, verbatim } from '@parlance/contract'
import { DriverError, type DriverErrorKind } from '../contract.ts'
import { noAnswer } from '../deadline.ts'
import { describeNetworkError, unexplainedError, unreadableAnswer } from '../server/network.ts'

const numbersByKind: Partial<Record<DriverErrorKind, number[]>> = {
  auth: [1045, 1251, 1698, 1820, 1862, 3118],
  permission: [1044, 1142, 1143, 1227, 1290, 1370, 1419, 1792],
  'missing-object': [1049, 1051, 1054, 1109, 1128, 1146, 1305, 1356],
  syntax: [1052, 1055, 1056, 1060, 1064, 1065, 1066, 1111, 1140, 1149, 1210, 1222, 1241, 1247, 1248],
  timeout: [1205, 1969, 3024],
  cancelled: [1317],
  limit: [1037, 1038, 1040, 1041, 1104, 1114, 1116, 1117, 1153, 1203, 1226, 1301, 3636],
  unreachable: [1053, 1077, 1152, 1158, 1159, 1160, 1161, 1927, 3168],
  unsupported: [1235, 1295],
  tls: [3159],
}

const kinds = new Map(
  Object.entries(numbersByKind).flatMap(([kind, numbers]) =>
    numbers.map((number) => [number, kind as DriverErrorKind]),
  ),
)

/**
 * Translates errors from the client or the server.
 * @param sql the text that an error position refers to
 */
export function toDriverError(error: unknown, sql: string | null = null): DriverError {
  if (error instanceof DriverError) return error
  if (!(error instanceof Error)) return new DriverError('unknown', verbatim(String(error)), { cause: error })
  const number = 'errno' in error && typeof error.errno === 'number' && error.errno > 0 ? error.errno : null
  if (number === null) return withoutNumber(error)
  const position = number === 1064 && sql !== null ? positionIn(sql, error.message) : null
  return new DriverError(kinds.get(number) ?? 'unknown', verbatim(error.message), { position, cause: error })
}

function withoutNumber(error: Error): DriverError {
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ETIMEDOUT' || /connect ETIMEDOUT|Handshake inactivity/.test(error.message)) {
    return new DriverError('timeout', noAnswer, { cause: error })
  }
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT') {
    return new DriverError('tls', message('The server does not support TLS.'), { cause: error })
  }
  if (/closed state|Connection lost|packets out of order|Packet received when/i.test(error.message)) {
    return new DriverError('unreachable', message('The server closed the connection.'), { cause: error })
  }
  if (code === 'AUTH_SWITCH_PLUGIN_ERROR') {
    const text = message('The server requires a sign-in method that is not supported: {reason}', {
      reason: error.message,
    })
    return new DriverError('unsupported', text, { cause: error })
  }
  if (/^(Expected EOF packet|Should not reach here|Encoding not recognized)/.test(error.message))
    return unreadableAnswer(error)
  return describeNetworkError(error) ?? unexplainedError(error)
}

/**
 * The server quotes the text from the error position on, shortened. The position is used only if that text occurs once.
 */
function positionIn(sql: string, said: string): number | null {
  const near = /near '([\s\S]*)' at line \d+$/.exec(said)?.[1]
  if (near === undefined) return null
  if (near === '') return sql.length
  const first = sql.indexOf(near)
  return first >= 0 && sql.indexOf(near, first + 1) < 0 ? first : null
}
