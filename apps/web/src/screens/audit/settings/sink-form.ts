import type { AuditSink, AuditSinkSettings, SinkForm } from '../../../api/audit-settings.ts'

type Syslog = Extract<AuditSinkSettings, { kind: 'syslog' }>

/** What the form of a sink contains, for both kinds. */
export interface SinkFields {
  kind: AuditSinkSettings['kind']
  url: string
  secret: string
  host: string
  port: string
  transport: Syslog['transport']
  isActive: boolean
}

/** The form of a stored sink, or of a new one. */
export function formOf(sink: AuditSink | null): SinkFields {
  const fields: SinkFields = {
    kind: 'webhook',
    url: '',
    secret: '',
    host: '',
    port: '6514',
    transport: 'tls',
    isActive: sink?.is_active ?? true,
  }
  if (sink === null) return fields
  const { settings } = sink
  return settings.kind === 'webhook'
    ? { ...fields, url: settings.url }
    : { ...fields, ...settings, port: String(settings.port) }
}

/** The request of a form. The server reports what is missing. */
export function requestOf({ kind, url, secret, host, port, transport, isActive }: SinkFields): SinkForm {
  return {
    settings: kind === 'webhook' ? { kind, url } : { kind, host, port: Number(port), transport },
    is_active: isActive,
    ...(kind === 'webhook' && secret !== '' && { secret }),
  }
}
