import {
  message,
  type MaskType,
  type MatrixArea,
  type MatrixCell,
  type MatrixTable,
  type Message,
  type ProtectionReason,
} from '@parlance/contract'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { Check, Clock, ShieldCheck, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FoldedNames } from '../../../components/folded-list.tsx'
import { formatDate } from '../../../lib/format.ts'
import { translate, translateText } from '../../../lib/i18n.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TableTypeBadge } from '../../business-areas/tables/table-type-badge.tsx'
import { visibilityLooks } from '../card-badges.tsx'
import type { ChangeTable } from './use-change-protection.ts'

const namesShown = 3

const maskTexts: Record<MaskType, (column: string) => Message> = {
  partial: (column) => message('{column} (partly hidden)', { column }),
  replace: (column) => message('{column} (replaced)', { column }),
  null: (column) => message('{column} (empty)', { column }),
  hash: (column) => message('{column} (hashed)', { column }),
  range: (column) => message('{column} (as a range)', { column }),
  custom: (column) => message('{column} (custom mask)', { column }),
  disallow: (column) => message('{column} (not readable)', { column }),
}

/** The state of an area and the users who reach it. */
export function AreaFacts({ area }: { area: MatrixArea }) {
  const { t } = useTranslation()
  const { text, icon } = visibilityLooks[area.visibility]
  return (
    <>
      <Link
        className="line-clamp-2 wrap-anywhere"
        to="/business-areas"
        search={{ form: area.area_id }}
        title={area.area_name}
      >
        <bdi>{area.area_name}</bdi>
      </Link>
      {area.application_name !== null && (
        <span className="block min-w-0 truncate" data-part="line">
          {area.application_name}
        </span>
      )}
      <span className="block" data-part="line">
        {ownerText(area, t)}
      </span>
      <span className="my-1 flex flex-wrap gap-1">
        <Badge>
          <Icon of={icon} />
          {translate(t, text)}
        </Badge>
        {!area.is_active && <Badge>{t('Inactive')}</Badge>}
      </span>
      <Reach area={area} />
    </>
  )
}

function ownerText({ owner_name: name, owner_is_admin: isAdmin }: MatrixArea, t: TFunction): string {
  if (name === null) return t('No owner')
  return isAdmin ? t('Owner: {name} (administrator)', { name }) : t('Owner: {name}', { name })
}

function Reach({ area: { reach, reach_message: text, granted_to: people } }: { area: MatrixArea }) {
  const { t } = useTranslation()
  const who = translateText(reach, text?.text, text?.values)
  if (people.length === 0)
    return (
      <span className="block" data-part="line">
        {t('Access: {who}', { who })}
      </span>
    )
  return (
    <details>
      <summary className="w-max max-w-full underline decoration-dotted underline-offset-3">
        {t('Access: {who}', { who })}
      </summary>
      <ul className="mt-0.5 max-h-35 overflow-auto">
        {people.map((email) => (
          <li key={email} className="truncate min-w-0" title={email}>
            <bdi>{email}</bdi>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** How an area shows a table. */
export function CellFacts({ cell, isProtected, warning, isBelowArea = false }: CellFactsProps) {
  const { t } = useTranslation()
  const isOpen = cell.state === 'open'
  const hasRules = cell.row_rules.length > 0 || cell.masks.length > 0
  const masks = cell.masks.map(({ column, mask_type: type }) => translate(t, maskTexts[type](column)))
  return (
    <>
      <Badge tone={isOpen ? 'plain' : 'warning'} className={isBelowArea ? 'mt-1.5' : undefined}>
        <Icon of={isOpen ? Check : Clock} />
        {isOpen ? t('Open') : t('Waiting')}
      </Badge>
      {cell.row_rules.length > 0 && (
        <span className="block" data-part="line">
          {t('Row rules:')} <FoldedNames items={cell.row_rules} shown={namesShown} />
        </span>
      )}
      {masks.length > 0 && (
        <span className="block" data-part="line">
          {t('Masked columns:')} <FoldedNames items={masks} shown={namesShown} />
        </span>
      )}
      {isOpen && !hasRules && (
        <span className="block text-faint" data-part="line">
          {t('All rows and columns')}
        </span>
      )}
      {isOpen && isProtected && warning !== undefined && (
        <span className="mt-0.5 flex items-center gap-1 text-warning" title={warning}>
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
  /** In a list, where the facts of the area are above. */
  isBelowArea?: boolean
}

interface TableFactsProps {
  table: MatrixTable
  working: string | null
  onChange: ChangeTable
}

/** The table's name, the reason for its protection, and the button that changes it. */
export function TableFacts({ table, working, onChange }: TableFactsProps) {
  const { t } = useTranslation()
  const action = actionOf(table)
  return (
    <>
      <span className="flex items-start gap-2 font-medium [&>abbr]:mt-px">
        <TableTypeBadge type={table.object_type} />
        <bdi className="line-clamp-2 wrap-anywhere" title={table.table_name}>
          {table.table_name}
        </bdi>
      </span>
      {table.protection !== null && (
        <span className="mt-1 flex gap-1.5 text-[12px]/[18px] text-muted [&>svg]:mt-0.5 [&>svg]:text-success">
          <Icon of={ShieldCheck} small />
          <span>{protectionText(table.protection, t)}</span>
        </span>
      )}
      {table.protection?.reason !== 'view' && (
        <Button
          size="small"
          className="mt-2"
          disabled={working !== null}
          aria-label={translate(t, action.name)}
          onClick={({ currentTarget }) => void onChange(table, currentTarget)}
        >
          {working === table.table_name ? t('Saving...') : translate(t, action.label)}
        </Button>
      )}
    </>
  )
}

/** The button's label, and its accessible name with the table. */
function actionOf({ table_name: table, protection, areas }: MatrixTable): { label: Message; name: Message } {
  if (protection !== null) {
    return { label: message('Remove protection'), name: message('Remove protection: {table}', { table }) }
  }
  if (areas.some((cell) => cell.can_protect)) {
    return { label: message('Protect everywhere'), name: message('Protect everywhere: {table}', { table }) }
  }
  return { label: message('Protect'), name: message('Protect: {table}', { table }) }
}

const reasonTexts: Record<Exclude<ProtectionReason, 'view'>, Message> = {
  rule: message("Protected by an administrator's rule"),
  marked: message('Protected by an administrator'),
  upgrade: message('Protected since the upgrade'),
}

function protectionText(protection: NonNullable<MatrixTable['protection']>, t: TFunction): string {
  const { reason, protected_by: by, protected_at: at, through } = protection
  if (reason === 'view') {
    return through.length === 0
      ? t('Protected because its definition cannot be read')
      : t('Protected because it reads {tables}', { tables: through.join(', ') })
  }
  const when = at === null ? '' : formatDate(at)
  return [translate(t, reasonTexts[reason]), by, when].filter((part) => part !== null && part !== '').join(' · ')
}
