package main

import (
	"os"

	"github.com/go-logr/logr"
	"github.com/go-logr/zapr"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	ctrlzap "sigs.k8s.io/controller-runtime/pkg/log/zap"
)

// newLogger is controller-runtime's production logger without its sampling, which would drop lines of a busy second.
func newLogger() logr.Logger {
	config := zap.NewProductionEncoderConfig()
	config.EncodeTime = zapcore.RFC3339TimeEncoder
	encoder := &ctrlzap.KubeAwareEncoder{Encoder: zapcore.NewJSONEncoder(config)}
	return zapr.NewLogger(zap.New(zapcore.NewCore(encoder, zapcore.Lock(os.Stderr), zapcore.InfoLevel)))
}
