import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { themes, useTheme } from '#web/data/theme.ts'
import { Block } from '../Block.tsx'

export const AppearanceBlock = () => {
  const { t } = useTranslation(['account', 'app'])
  const [theme, choose] = useTheme()
  return (
    <Block
      title={t('app:shell.appearance')}
      text={t(`appearance.${theme}`)}
      action={
        <SegmentedControl
          aria-label={t('app:shell.appearance')}
          value={theme}
          data={themes.map((value) => ({ value, label: t(`app:schemes.${value}`) }))}
          onChange={choose}
        />
      }
    />
  )
}
