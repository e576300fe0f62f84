import { createTheme } from '@mantine/core'
import { amber, dark, gray, green, red, river } from './colors.ts'

const controlHeights: Record<string, string> = { xs: '28px', sm: '32px', md: '36px', lg: '40px', xl: '44px' }
const heightOf = (size = 'sm') => controlHeights[size] ?? '32px'
const isLarge = (size?: string) => size === 'lg' || size === 'xl'

interface ControlProps {
  size?: string
  variant?: string
}

const buttonVariables = (_theme: unknown, props: ControlProps) => {
  const isFilled = (props.variant ?? 'filled') === 'filled'
  return {
    root: {
      ...(isFilled ? { '--button-color': 'var(--tb-on-accent)' } : {}),
      '--button-height': heightOf(props.size),
      '--button-fz': isLarge(props.size) ? '14px' : '13px',
      '--button-padding-x': props.size === 'xs' ? '10px' : '12px',
    },
  }
}

const inputVariables = (_theme: unknown, props: ControlProps) => ({
  wrapper: { '--input-height': heightOf(props.size), '--input-fz': isLarge(props.size) ? '14px' : '13px' },
})

// Components are referenced by name, not imported: `Button.extend` would add every component to the first download.
export const theme = createTheme({
  colors: { river, gray, dark, green, amber, red, yellow: amber, blue: river },
  primaryColor: 'river',
  primaryShade: { light: 6, dark: 4 },
  white: '#FFFFFF',
  black: gray[9],
  fontFamily: "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { '2xs': '4px', xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px', '2xl': '48px' },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
  defaultRadius: 'sm',
  // 480, 768, 992, 1280 and 1536 px; the base is 0.
  breakpoints: { xs: '30em', sm: '48em', md: '62em', lg: '80em', xl: '96em' },
  shadows: { xs: 'none', sm: 'none', md: 'var(--tb-shadow-menu)', lg: 'var(--tb-shadow-menu)', xl: 'var(--tb-shadow-modal)' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' }, vars: buttonVariables },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32 } },
    TextInput: { defaultProps: { size: 'sm' }, vars: inputVariables },
    PasswordInput: { defaultProps: { size: 'sm' }, vars: inputVariables },
    NativeSelect: { defaultProps: { size: 'sm' }, vars: inputVariables },
    Checkbox: { defaultProps: { size: 'xs', radius: 'xs', iconColor: 'var(--tb-on-accent)' } },
    SegmentedControl: { defaultProps: { size: 'xs', radius: 'sm' } },
    Menu: { defaultProps: { shadow: 'md', radius: 'md', transitionProps: { duration: 120 } } },
    Skeleton: { defaultProps: { radius: 'sm' } },
    Kbd: { defaultProps: { size: 'xs' } },
    Loader: { defaultProps: { size: 16, type: 'oval' } },
  },
})
