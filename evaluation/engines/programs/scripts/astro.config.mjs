import {defineConfig} from 'astro/config';
import starlight from '@astrojs/starlight';

export default defineConfig({telemetry: false, integrations: [starlight({title: 'Manual', sidebar: [{label: 'Start', link: '/'}]})]});
