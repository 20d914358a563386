import 'asciinema-player/dist/bundle/asciinema-player.css';
import DefaultTheme from 'vitepress/theme';
import { h, onMounted, ref } from 'vue';

/** The recorded first trade, played when it is asked for. */
const Recording = {
  setup() {
    const place = ref(null);
    onMounted(async () => {
      const { create } = await import('asciinema-player');
      create('/recordings/first-trade.cast', place.value, { poster: 'npt:6', idleTimeLimit: 3, fit: 'width' });
    });
    return () => h('div', { ref: place, style: 'margin: 24px 0' });
  },
};

export default { extends: DefaultTheme, enhanceApp: ({ app }) => app.component('Recording', Recording) };
