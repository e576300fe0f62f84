import 'react-toastify/ReactToastify.css'
import './toasts.css'
import { ToastContainer } from 'react-toastify/unstyled'
import { limits } from '#contract/limits.ts'

export const Toasts = () => <ToastContainer position="bottom-left" theme="dark" autoClose={limits.toastAutoClose} newestOnTop />
