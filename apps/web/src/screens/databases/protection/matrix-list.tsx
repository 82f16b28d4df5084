import { useId } from 'react'
import type { MatrixArea, MatrixTable } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { AreaFacts, CellFacts, TableFacts } from './matrix-parts.tsx'
import { warningsOf, type MatrixProps } from './warnings.ts'

/** One block for each table with the areas that show it: for narrow screens. */
export function MatrixList({ matrix, working, onChange }: MatrixProps) {
  const areas = new Map(matrix.areas.map((area) => [area.area_id, area]))
  const warnings = warningsOf(matrix)
  return (
    <ul className="matrix-list">
      {matrix.tables.map((table) => (
        <li key={table.table_name}>
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
  if (table.areas.length === 0) return <p className="meta faint">{t('In no business area')}</p>
  return (
    <>
      <p className="over" id={label}>
        {t('Areas with this table')}
      </p>
      <ul aria-labelledby={label}>
        {table.areas.map((cell) => {
          const area = areas.get(cell.area_id)
          return (
            <li key={cell.area_id}>
              {area !== undefined && <AreaFacts area={area} />}
              <CellFacts cell={cell} isProtected={table.protection !== null} warning={warnings?.get(cell.area_id)} />
            </li>
          )
        })}
      </ul>
    </>
  )
}
