import { useTranslation } from 'react-i18next'
import { usePaletteGroups } from '../../../actions/actions-provider.tsx'
import { connectionStateText, statedConnection } from '../../../components/connection-state.tsx'
import { databaseTypeName } from '../../../lib/database-types.ts'
import { translate } from '../../../lib/i18n.ts'
import type { Chat } from '../state/use-chat.ts'
import { tablesText } from './tables-text.ts'

/** Adds the databases and business areas that the user can switch to, for the command palette. */
export function useScopeGroups(chat: Chat): void {
  const { t } = useTranslation()
  const { configurations, database, areaList } = chat.scope
  usePaletteGroups(() => [
    {
      title: t('Databases'),
      entries: (configurations.data ?? [])
        .filter((item) => item.id !== database?.id)
        .map((item) => ({
          id: `database ${item.id}`,
          label: item.name,
          detail: [databaseTypeName(item.db_type), translate(t, connectionStateText(statedConnection(item)))].join(
            ' · ',
          ),
          perform: () => void chat.changeDatabase(item),
        })),
    },
    {
      title: t('Business areas'),
      entries: areaList
        .filter((area) => area.area_id !== chat.area?.area_id)
        .map((area) => ({
          id: `area ${area.area_id}`,
          label: area.area_name,
          detail: tablesText(area.table_count, t),
          perform: () => void chat.changeArea(area),
        })),
    },
  ])
}
