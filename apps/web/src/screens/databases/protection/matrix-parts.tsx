import type { MaskType, MatrixArea, MatrixCell, MatrixTable, ProtectionReason } from '@parlance/contract'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { Check, Clock, ShieldCheck, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FoldedNames } from '../../../components/folded-list.tsx'
import { formatDate } from '../../../lib/format.ts'
import { translate } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { visibilityLooks } from '../../business-areas/form/visibility-field.tsx'
import { TableTypeBadge } from '../../business-areas/tables/table-type-badge.tsx'
import type { ChangeTable } from './use-change-protection.ts'

const namesShown = 3

const maskWords: Record<MaskType, string> = {
  partial: 'partly hidden',
  replace: 'replaced',
  null: 'empty',
  hash: 'hashed',
  range: 'as a range',
  custom: 'own mask',
  disallow: 'not readable',
}

/** The state of an area and the users who reach it. */
export function AreaFacts({ area }: { area: MatrixArea }) {
  const { t } = useTranslation()
  const { label, icon } = visibilityLooks[area.visibility]
  const owner = area.owner_name ?? t('no one')
  return (
    <>
      <Link className="clamp" to="/business-areas" search={{ form: area.area_id }} title={area.area_name}>
        <bdi>{area.area_name}</bdi>
      </Link>
      {area.application_name !== null && <span className="cut block">{area.application_name}</span>}
      <span className="block">
        {area.owner_is_admin
          ? t('Owner: {name} (administrator)', { name: owner })
          : t('Owner: {name}', { name: owner })}
      </span>
      <span className="matrix-badges">
        <span className="badge">
          <Icon of={icon} />
          {translate(t, label)}
        </span>
        {!area.is_active && <span className="badge">{t('Inactive')}</span>}
      </span>
      <Reach area={area} />
    </>
  )
}

function Reach({ area: { reach, granted_to: people } }: { area: MatrixArea }) {
  const { t } = useTranslation()
  if (people.length === 0) return <span className="block">{t('Reached by: {who}', { who: reach })}</span>
  return (
    <details className="matrix-reach">
      <summary>{t('Reached by: {who}', { who: reach })}</summary>
      <ul>
        {people.map((email) => (
          <li key={email} className="cut" title={email}>
            <bdi>{email}</bdi>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** How an area shows a table. */
export function CellFacts({ cell, isProtected, warning }: CellFactsProps) {
  const { t } = useTranslation()
  const isOpen = cell.state === 'open'
  const hasRules = cell.row_rules.length > 0 || cell.masks.length > 0
  const masks = cell.masks.map(({ column, mask_type: type }) => `${column} (${t(maskWords[type])})`)
  return (
    <>
      <span className={isOpen ? 'badge' : 'badge badge-warning'}>
        <Icon of={isOpen ? Check : Clock} />
        {isOpen ? t('Open') : t('Waiting')}
      </span>
      {cell.row_rules.length > 0 && (
        <span className="block">
          {t('Rows:')} <FoldedNames items={cell.row_rules} shown={namesShown} />
        </span>
      )}
      {masks.length > 0 && (
        <span className="block">
          {t('Masked:')} <FoldedNames items={masks} shown={namesShown} />
        </span>
      )}
      {isOpen && !hasRules && <span className="faint block">{t('All rows and columns')}</span>}
      {isOpen && isProtected && warning !== undefined && (
        <span className="matrix-warning" title={warning}>
          <Icon of={TriangleAlert} small />
          {t('Open without rules')}
        </span>
      )}
    </>
  )
}

interface CellFactsProps {
  cell: MatrixCell
  isProtected: boolean
  warning: string | undefined
}

interface TableFactsProps {
  table: MatrixTable
  working: string | null
  onChange: ChangeTable
}

/** The table's name, the reason for its protection, and the button that changes it. */
export function TableFacts({ table, working, onChange }: TableFactsProps) {
  const { t } = useTranslation()
  return (
    <>
      <span className="matrix-name">
        <TableTypeBadge type={table.object_type} />
        <bdi className="clamp" title={table.table_name}>
          {table.table_name}
        </bdi>
      </span>
      {table.protection !== null && (
        <span className="matrix-state">
          <Icon of={ShieldCheck} small />
          <span>{protectionText(table.protection, t)}</span>
        </span>
      )}
      {table.protection?.reason !== 'view' && (
        <Button
          size="small"
          disabled={working !== null}
          aria-label={`${buttonText(table, t)}: ${table.table_name}`}
          onClick={({ currentTarget }) => void onChange(table, currentTarget)}
        >
          {working === table.table_name ? t('Saving...') : buttonText(table, t)}
        </Button>
      )}
    </>
  )
}

function buttonText(table: MatrixTable, t: TFunction): string {
  if (table.protection !== null) return t('Lift protection')
  return table.areas.some((cell) => cell.can_protect) ? t('Protect everywhere') : t('Protect')
}

const reasonTexts: Record<Exclude<ProtectionReason, 'view'>, string> = {
  rule: 'Protected by a rule of an administrator',
  marked: 'Protected by an administrator',
  upgrade: 'Protected since the upgrade',
}

function protectionText(protection: NonNullable<MatrixTable['protection']>, t: TFunction): string {
  const { reason, protected_by: by, protected_at: at, through } = protection
  if (reason === 'view') {
    return through.length === 0
      ? t('Protected: its definition cannot be read')
      : t('Protected: it reads {tables}', { tables: through.join(', ') })
  }
  const when = at === null ? '' : formatDate(at)
  return [t(reasonTexts[reason]), by, when].filter((part) => part !== null && part !== '').join(' · ')
}
