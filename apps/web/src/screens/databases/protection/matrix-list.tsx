import { useId, useState } from 'react'
import type { MatrixArea, MatrixTable } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { AreaFacts, CellFacts, TableFacts } from './matrix-parts.tsx'
import { warningsOf, type MatrixProps } from './warnings.ts'
import { LinkButton } from '../../../ui/link-button.tsx'

const areasShown = 5

/** One block per table with the areas that show it, for narrow screens. */
export function MatrixList({ matrix, shown, working, onChange }: MatrixProps & { shown: number }) {
  const areas = new Map(matrix.areas.map((area) => [area.area_id, area]))
  const warnings = warningsOf(matrix)
  return (
    <ul>
      {matrix.tables.slice(0, shown).map((table) => (
        <li key={table.table_name} className="border-t border-line-strong py-4 text-dense wrap-anywhere">
          <TableFacts table={table} working={working} onChange={onChange} />
          <AreasOfTable table={table} areas={areas} warnings={warnings.get(table.table_name)} />
        </li>
      ))}
    </ul>
  )
}

interface AreasOfTableProps {
  table: MatrixTable
  areas: Map<string, MatrixArea>
  warnings: ReadonlyMap<string, string> | undefined
}

function AreasOfTable({ table, areas, warnings }: AreasOfTableProps) {
  const { t } = useTranslation()
  const label = useId()
  const [isOpen, setOpen] = useState(false)
  const rest = table.areas.length - areasShown
  if (table.areas.length === 0) return <p className="mt-3 text-meta text-faint">{t('Not in any business area')}</p>
  return (
    <>
      <p className="mt-3 text-meta font-medium text-faint" id={label}>
        {t('Areas with this table')}
      </p>
      <ul aria-labelledby={label}>
        {(isOpen ? table.areas : table.areas.slice(0, areasShown)).map((cell) => {
          const area = areas.get(cell.area_id)
          return (
            <li key={cell.area_id} className="mt-2 border-s-2 border-line-strong py-2 pl-3 *:data-[part=line]:mt-0.5">
              {area !== undefined && <AreaFacts area={area} />}
              <CellFacts
                isBelowArea
                cell={cell}
                isProtected={table.protection !== null}
                warning={warnings?.get(cell.area_id)}
              />
            </li>
          )
        })}
      </ul>
      {rest > 0 && (
        <LinkButton className="max-md:min-h-6" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('Show fewer') : t('Show {n, number} more', { n: rest })}
        </LinkButton>
      )}
    </>
  )
}
