const fs=require('fs'),path=require('path');const {chartFiles}=require('./dist/helm/chart-files.js');const {kubewrightDeclaration}=require('./dist/declaration/index.js');
const learned=JSON.parse(fs.readFileSync('/tmp/h7-chart.json','utf8'));
fs.rmSync('/tmp/h7-out',{recursive:true,force:true});
for(const [f,t] of chartFiles(kubewrightDeclaration(),learned)){const p=path.join('/tmp/h7-out',f);fs.mkdirSync(path.dirname(p),{recursive:true});fs.writeFileSync(p,t)}
