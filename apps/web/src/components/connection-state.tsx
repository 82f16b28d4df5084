import {
  connectionStageSchema,
  message,
  type ConnectionStage,
  type ConnectionState,
  type Message,
} from '@parlance/contract'
import type { TFunction } from 'i18next'
import { Check, Circle, RefreshCw, TriangleAlert, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { translate } from '../lib/i18n.ts'
import { StatusBadge, type StatusTone } from './status-badge.tsx'

/** What a screen must know about a connection to show its state. */
export interface StatedConnection {
  state: ConnectionState
  /** Where the last test failed; null if that is unknown or not for this user. */
  stage: ConnectionStage | null
}

const looks: Record<ConnectionState, { tone: StatusTone; icon: LucideIcon }> = {
  ready: { tone: 'success', icon: Check },
  failed: { tone: 'danger', icon: TriangleAlert },
  not_tested: { tone: 'secondary', icon: Circle },
  syncing: { tone: 'warning', icon: RefreshCw },
}

const failures: Record<ConnectionStage, Message> = {
  resolve: message('Failed at host name'),
  reach: message('Failed at network'),
  tls: message('Failed at TLS'),
  'sign-in': message('Failed at sign-in'),
  'read-only': message('Failed at read-only check'),
  'list-tables': message('Failed at listing tables'),
}

const texts: Record<Exclude<ConnectionState, 'failed'>, Message> = {
  ready: message('Ready'),
  not_tested: message('Not tested'),
  syncing: message('Syncing'),
}

/** The state of a connection in words, the same on every screen. */
export function connectionStateText({ state, stage }: StatedConnection): Message {
  if (state !== 'failed') return texts[state]
  return stage === null ? message('Failed') : failures[stage]
}

const unusable: Record<'not_tested' | 'failed', Message> = {
  not_tested: message(
    'This database configuration has not been tested yet. Please go to Database Management to test the connection before using it.',
  ),
  failed: message(
    'The last test of this database failed. Please go to Database Management to test the connection again before using it.',
  ),
}

/** Why a connection cannot be selected; null if it can be. */
export function whyUnusable({ state }: Pick<StatedConnection, 'state'>): Message | null {
  return state === 'not_tested' || state === 'failed' ? unusable[state] : null
}

/** The state of a connection, the same on every screen. */
export function ConnectionBadge({ connection }: { connection: StatedConnection }) {
  const { t } = useTranslation()
  const { tone, icon } = looks[connection.state]
  return <StatusBadge tone={tone} icon={icon} text={translate(t, connectionStateText(connection))} />
}

/** Whether a connection is selected for queries, or could be. */
export function selectionText(connection: { is_active: boolean; is_valid: boolean }, t: TFunction): string {
  if (connection.is_active) return t('Currently selected for queries')
  return connection.is_valid ? t('Available for selection') : t('Available for selection after its test succeeds')
}

/** @returns what a screen shows of a listed connection */
export function statedConnection(database: { state: ConnectionState; test_stage: string | null }): StatedConnection {
  const stage = connectionStageSchema.safeParse(database.test_stage)
  return { state: database.state, stage: stage.success ? stage.data : null }
}
