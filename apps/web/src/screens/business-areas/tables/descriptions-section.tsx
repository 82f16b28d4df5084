import { useTranslation } from 'react-i18next'
import type { AreaForm, EditForm } from '../form/area-form.ts'
import { memoSection } from '../form/memo-section.ts'
import { Section } from '../form/section.tsx'
import type { AvailableTables } from '../form/use-available-tables.ts'
import type { StoredTables } from './stored-tables.ts'
import { TableHintList } from './table-hints.tsx'
import { ownTables } from './tables-section.tsx'

interface DescriptionsSectionProps {
  form: Pick<AreaForm, 'tables'>
  edit: EditForm
  available: AvailableTables
  stored: StoredTables
  isAdmin: boolean
}

/** The descriptions and synonyms of the chosen tables and their columns, as a separate section. */
export const DescriptionsSection = memoSection(
  ['tables'],
  function DescriptionsSection(props: DescriptionsSectionProps) {
    const { t } = useTranslation()
    const { form, available } = props
    const listed = available.index === null ? ownTables(props) : available.tables
    return (
      <Section
        id="descriptions"
        title={t('Descriptions and synonyms')}
        note={t('Help the AI understand tables and columns')}
      >
        {form.tables.length === 0 && <p className="text-muted">{t('Choose tables first.')}</p>}
        <TableHintList {...props} listed={listed} marksMissing />
      </Section>
    )
  },
)
