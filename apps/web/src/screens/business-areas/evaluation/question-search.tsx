import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '../../../ui/search-field.tsx'
import { useSettled } from '../security/use-settled.ts'

/** A pause in typing after which the search starts, in milliseconds. */
const searchPause = 250

/** The words to search for, and the field in which they are typed. */
export function useQuestionSearch() {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const { request } = useSettled(typed, searchPause)
  const field = (
    <SearchField
      label={t('Search questions')}
      placeholder={t('Search questions...')}
      value={typed}
      onChange={setTyped}
      className="w-full max-w-none"
    />
  )
  return { search: request.trim(), field }
}
